/* What libxcrypt's crypt-bcrypt.c asks of its surroundings, without the rest of that library. */
#ifndef EVALGROUND_XCRYPT_PORT_H
#define EVALGROUND_XCRYPT_PORT_H

#include <stdint.h>
#include <string.h>

#define INCLUDE_bcrypt 1
#define CRYPT_OUTPUT_SIZE 384
#define ALG_SPECIFIC_SIZE 8192
#define crypt_bcrypt_rn evalground_bcrypt
#define gensalt_bcrypt_rn evalground_bcrypt_salt

#ifdef __cplusplus
extern "C" {
#else
#include <assert.h>
#include <stdbool.h>
#define ARG_UNUSED(name) name __attribute__((unused))
#endif

/* Writes the hash as text with a NUL, or nothing when the setting is not one of bcrypt's. Both texts end with a NUL;
   `scratch` has ALG_SPECIFIC_SIZE bytes. */
void crypt_bcrypt_rn(const char *phrase, size_t phrase_size, const char *setting, size_t setting_size, uint8_t *output,
                     size_t output_size, void *scratch, size_t scratch_size);

#ifdef __cplusplus
}
#endif
#endif
