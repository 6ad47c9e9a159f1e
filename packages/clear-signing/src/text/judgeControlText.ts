import type { Finding } from '../Description.ts'
import { toSkeleton } from './toSkeleton.ts'

/** What texts begin with by which a server of ours changes, or once changed, a wallet or a session. */
const beginnings = ['Latchkey device', 'Latchkey wallet', 'Latchkey control', 'Create a session for eip155:'].map(
  toSkeleton,
)
/** `Activate session <id> of eip155:…`, as a skeleton. */
const sessionText = new RegExp(`^(ACTIVATE|REVOKE)SESSION[A-Z0-9]{8,80}OF${toSkeleton('eip155')}`)

/** The tags of what a control key signs, and of the claim that names it. */
const tags = ['latchkey/control/v', 'latchkey/control-key/v'].map(toSkeleton)

/**
 * Refuses a text that is meant for the server of a wallet and for nobody else, whatever it is written with: letters of other scripts,
 * hidden characters, white space and punctuation count for nothing, and hexadecimal, base64 and percent signs are read once more. None of
 * these texts changes a wallet any more; one that is signed may still be good for an older server.
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

/** What the text says once it is decoded; nothing where it is not encoded. */
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
