import type { Finding } from '../Description.ts'
import { toSkeleton } from './toSkeleton.ts'

/** Prefixes of texts with which our servers change, or once changed, a wallet or a permission. */
const beginnings = ['Latchkey device', 'Latchkey wallet', 'Latchkey control', 'Create a session for eip155:'].map(
  toSkeleton,
)
/** `Activate session <id> of eip155:…`, as a skeleton. */
const sessionText = new RegExp(`^(ACTIVATE|REVOKE)SESSION[A-Z0-9]{8,80}OF${toSkeleton('eip155')}`)

/** Tags of the control key's messages, and of the claim that names the key. */
const tags = ['latchkey/control/v', 'latchkey/control-key/v'].map(toSkeleton)

/**
 * Refuses a text that is meant only for the server of a wallet, in any disguise. It ignores letters of other scripts, hidden
 * characters, white space and punctuation, and also decodes hexadecimal, base64 and percent signs. None of these texts changes a
 * wallet anymore, but a signed one may still be valid for an older server.
 *
 * @param source as it would be signed; bytes that are no text may be given as Latin-1
 */
export function judgeControlText(source: string): readonly Finding[] {
  return [source, ...decodings(source)].some(isControl) ? [{ level: 'refuse', code: 'walletControl', values: {} }] : []
}

function isControl(text: string): boolean {
  const skeleton = toSkeleton(text)
  return (
    beginnings.some((one) => skeleton.startsWith(one)) ||
    sessionText.test(skeleton) ||
    tags.some((tag) => skeleton.includes(tag))
  )
}

/** Returns possible decodings of the text; none if it is not encoded. */
function decodings(source: string): string[] {
  const text = source.replace(/[\s\p{Cf}]/gu, '')
  const hex = /^(?:0x)?((?:[0-9a-f]{2}){8,})$/i.exec(text)?.[1]
  const found = hex ? [fromHex(hex)] : []
  if (/^[\w+/-]{12,}={0,2}$/.test(text)) found.push(fromBase64(text))
  if (/%[0-9a-f]{2}/i.test(source)) found.push(source.replace(/%([0-9a-f]{2})/gi, (_, byte: string) => fromHex(byte)))
  return found
}

function fromHex(hex: string): string {
  return hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
}

function fromBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
  } catch {
    return ''
  }
}
