import * as z from 'zod/mini'

/** Bytes as unpadded base64url text. */
export const bytesSchema = (maxBytes: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.maxLength(Math.ceil((maxBytes * 4) / 3)))

/** An ID from the server. */
export const idSchema = z.uuid()

export const emailSchema = z.string().check(z.maxLength(254), z.email())
export const otpSchema = z.string().check(z.regex(/^\d{6}$/))
export const projectIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** `https://app.example`: scheme, host and port, nothing else. */
export const originSchema = z.string().check(z.maxLength(300), z.regex(/^https?:\/\/[^/?#\s]+$/))
/** ISO 8601. */
export const timeSchema = z.string()
/** 32 random bytes as base64url: the token of a link in a mail, the random part of a challenge. */
export const linkTokenSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** The public half of a wallet's control key: 32 bytes of Ed25519 as base64url. */
export const controlKeySchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** A signature of the control key: 64 bytes of Ed25519 as base64url. */
export const controlProofSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{86}$/))
/** A signature of an EVM address, 65 bytes in lower-case hex. */
export const signatureSchema = z.string().check(z.regex(/^0x[0-9a-f]{130}$/))
