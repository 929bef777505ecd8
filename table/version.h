/* The version of this program, from the file VERSION (the Makefile defines PROGRAM_VERSION). */
#ifndef SERAI_VERSION_H
#define SERAI_VERSION_H

#define VERSION_QUOTED(version)   #version
#define VERSION_EXPANDED(version) VERSION_QUOTED(version)
#define VERSION_TEXT              VERSION_EXPANDED(PROGRAM_VERSION)

#endif
