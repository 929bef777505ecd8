#!/bin/sh
# embed.sh FILE…: C that holds the texts of these files, as gpu/sources.h declares them. Run from the root.
echo '/* Sources, as they are; made by gpu/embed.sh. */'
echo '#include "gpu/sources.h"'
echo
i=0
for file in "$@"; do
        printf '__asm__(".section .rodata\\nsource_%d:\\n.incbin \\"%s\\"\\n.byte 0\\n.previous");\n' $i "$file"
        printf 'extern const char source_%d[];\n' $i
        i=$((i + 1))
done
echo
echo 'const struct source sources[] = {'
i=0
for file in "$@"; do
        printf '        { "%s", source_%d },\n' "$file" $i
        i=$((i + 1))
done
echo '        { 0, 0 },'
echo '};'
