#include <stdint.h>

int32_t fbprogress_main(int32_t count, char **arguments);

int main(int count, char **arguments) { return fbprogress_main(count, arguments); }
