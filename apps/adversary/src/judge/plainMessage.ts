import { type Hex, hashMessage, isHex } from 'viem'
import type { Scene } from '../attack/Move.ts'
import { hostOrigin } from '../world/startWorld.ts'

/** Texts that give rights over a wallet, today or with an earlier server. No signing method signs them for a page. */
const controlTexts = [
  /^\s*latchkey (device|wallet)\b/i,
  /latchkey\/control/i,
  /^\s*create a session for \S+\s+permissions:/i,
  /^\s*(activate|revoke) session \S+ of \S+/i,
]

/**
 * Returns whether the rules let a card in the site's page sign a message. It must be readable text, no control message of the wallet,
 * and no sign-in elsewhere. It must not give a name to another address.
 */
export function isPlainMessage({ params, scene }: { params: unknown; scene: Scene }): boolean {
  const text = textOf({ params, address: scene.owner.address })
  if (text === null || controlTexts.some((form) => form.test(text))) return false
  const domain = /^(\S+) wants you to sign in/.exec(text)?.[1]
  if (domain !== undefined) return domain === new URL(hostOrigin).host
  // A name may point to the visitor's own address, or get texts.
  const address = /"address":\s*"([^"]*)"/.exec(text)?.[1]
  return address === undefined || address.toLowerCase() === scene.owner.address.toLowerCase()
}

/** Returns the digest that a `personal_sign` signs (EIP-191). */
export function digestOf({ params, address }: { params: unknown; address: string }): string {
  const message = messageOf({ params, address })
  return isHex(message) && message.length % 2 === 0 ? hashMessage({ raw: message }) : hashMessage(message)
}

function messageOf({ params, address }: { params: unknown; address: string }): string {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  return String(String(first).toLowerCase() === address.toLowerCase() ? second : first)
}

function textOf(options: { params: unknown; address: string }): string | null {
  const message = messageOf(options)
  if (!isHex(message)) return message
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from((message as Hex).slice(2), 'hex'))
  } catch {
    return null
  }
}
