/** Writes log lines for site builders; silent unless the host enables it. */
export type Logger = (message: string, values?: Readonly<Record<string, unknown>>) => void

/** Names whose values are never logged. */
const secretNames = /token|otp|code$|secret|share|password|mnemonic|seed|key|proof|prf|email|sealed|vault|nonce/i
/** Values that look like secrets. */
const secretValues = [
  // email addresses
  /[^\s@"']+@[^\s@"']+\.[^\s@"']+/g,
  // JWTs
  /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  // long hexadecimal and base64url: keys, shares, tokens, signatures
  /\b(?:0x)?[0-9a-fA-F]{64,}\b/g,
  /[A-Za-z0-9_-]{43,}/g,
  // backup codes
  /\b(?:[0-9A-HJKMNP-TV-Z]{4,5}-){3,}[0-9A-HJKMNP-TV-Z]{1,5}\b/gi,
  // one-time codes
  /\b\d{6}\b/g,
]

/** Creates the logger. `enableLogger` only enables output: tokens, codes, shares and email addresses are always redacted. */
export function createLogger({ enabled, write }: { enabled: boolean; write: (line: string) => void }): Logger {
  if (!enabled) return () => {}
  return (message, values = {}) => {
    const parts = Object.entries(values).map(([name, value]) => `${name}=${redact(name, value)}`)
    write(['[latchkey-wallet]', redactText(message), ...parts].join(' '))
  }
}

function redact(name: string, value: unknown): string {
  if (secretNames.test(name)) return '[redacted]'
  if (typeof value === 'number' || typeof value === 'boolean' || value == null) return String(value)
  return typeof value === 'string' ? redactText(value) : '[object]'
}

function redactText(text: string): string {
  return secretValues.reduce((rest, pattern) => rest.replace(pattern, '[redacted]'), text)
}
