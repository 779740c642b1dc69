/* main.c: hands the command line to the host, and the viewer to it where there is one. */
#include "host.h"
#ifdef CAIRN_VIEWER
#include "view.h"
#endif

int main(int argc, char **argv) {
#ifdef CAIRN_VIEWER
    return host_main(argc, argv, view_get());
#else
    return host_main(argc, argv, NULL);
#endif
}
