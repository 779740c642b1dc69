/* host_editor.c: a person's editor, opened at a line of a file.
 *
 * $VISUAL is a command of the shell and may have arguments. Most editors take "+12 file"; those
 * that want "file:12" are known by their names. The editor is a process of its own that we do not
 * wait for: its parent ends at once, so that it leaves nothing behind when it ends. */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__EMSCRIPTEN__)

bool host_open_editor(const char *path, int line) {
    (void)path, (void)line;
    return false; /* the page has the text beside the scene */
}

#else

#include <sys/wait.h>
#include <unistd.h>

typedef struct Editor {
    const char *name, *flag;
} Editor;

/* One of those with "file:12" by the command's own name, without folder and arguments; or NULL. */
static const Editor *with_colon(const char *command) {
    static const Editor editors[] = {{"code", "-g"}, {"codium", "-g"}, {"cursor", "-g"},
                                     {"subl", ""},   {"zed", ""},      {"hx", ""}};
    size_t length = strcspn(command, " ");
    size_t start = length;
    while (start > 0 && command[start - 1] != '/') start--;
    for (size_t i = 0; i < sizeof editors / sizeof editors[0]; i++) {
        const char *name = editors[i].name;
        if (length - start == strlen(name) && !strncmp(command + start, name, length - start))
            return &editors[i];
    }
    return NULL;
}

static void run_editor(const char *command, const char *path, int line) {
    char script[1100], place[1100], number[16];
    const Editor *editor = with_colon(command);
    snprintf(script, sizeof script, "exec %s %s \"$@\"", command, editor ? editor->flag : "");
    snprintf(place, sizeof place, "%s:%d", path, line);
    snprintf(number, sizeof number, "+%d", line);
    if (editor)
        execl("/bin/sh", "sh", "-c", script, "sh", place, (char *)NULL);
    else
        execl("/bin/sh", "sh", "-c", script, "sh", number, path, (char *)NULL);
    _exit(127);
}

bool host_open_editor(const char *path, int line) {
    const char *command = getenv("VISUAL");
    if (!command || !command[0] || strlen(command) > 1000 || !path || strlen(path) > 1000)
        return false;
    pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) {
        if (fork() != 0) _exit(0);
        setsid();
        run_editor(command, path, line);
    }
    return waitpid(child, NULL, 0) == child;
}

#endif
