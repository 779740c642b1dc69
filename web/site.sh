#!/bin/sh
# site.sh SOURCE NPM SITE: the static files beside the program: npm's packages into NPM, the pages
# bundled into SITE, the scenes with their thumbnails. Nothing comes but through npm itself.
set -eu
source=$1 npm=$2 site=$3
mkdir -p "$npm" "$site"
if ! cmp -s "$source/web/package-lock.json" "$npm/package-lock.json"; then
  cp "$source/web/package.json" "$npm/"
  cp "$source/web/package-lock.json" "$npm/package-lock.json"
  (cd "$npm" && npm ci --no-audit --no-fund) || { rm -f "$npm/package-lock.json"; exit 1; }
fi
NODE_PATH=$npm/node_modules node "$source/web/site.mjs" "$source" "$npm" "$site"
