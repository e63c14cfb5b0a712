/* What is built of mbedTLS: the digests that engine/base/crypto.cpp offers, and nothing else. */
#define MBEDTLS_SHA1_C
