#!/bin/sh
# site.sh SOURCE NPM SITE: the static files beside the program: npm's packages into NPM, the pages
# bundled into SITE, the scenes with their thumbnails. Nothing comes but through npm itself.
set -eu
source=$1 npm=$2 site=$3
mkdir -p "$npm" "$site"
if ! cmp -s "$source/web/package-lock.json" "$npm/installed"; then
  rm -f "$npm/installed"
  cp "$source/web/package.json" "$source/web/package-lock.json" "$npm/"
  (cd "$npm" && npm ci --no-audit --no-fund)
  cp "$npm/package-lock.json" "$npm/installed" # not before: it may be stopped half way
fi
NODE_PATH=$npm/node_modules node "$source/web/site.mjs" "$source" "$npm" "$site"
