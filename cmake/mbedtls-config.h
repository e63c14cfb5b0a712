/* What is built of mbedTLS: what engine/base/crypto.cpp offers, and nothing else. */
#define MBEDTLS_MD5_C
#define MBEDTLS_SHA1_C
#define MBEDTLS_SHA256_C
#define MBEDTLS_SHA512_C
#define MBEDTLS_MD_C
#define MBEDTLS_PKCS5_C /* without MBEDTLS_ASN1_PARSE_C: PBKDF2 alone */
#define MBEDTLS_AES_C
#define MBEDTLS_AES_FEWER_TABLES
#define MBEDTLS_CIPHER_MODE_CTR
