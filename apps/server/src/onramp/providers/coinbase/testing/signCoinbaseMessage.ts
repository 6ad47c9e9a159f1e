import { createHmac } from 'node:crypto'

export type CoinbaseMessage = { headers: Headers; body: string }

/**
 * Signs a message as described in "Verify Signatures".
 *
 * @param options.at Unix milliseconds
 * @param options.scheme `both` is the documentation's example
 * @param options.signed names of the signed headers
 */
export function signCoinbaseMessage({
  secret,
  body,
  id,
  type,
  at,
  scheme = 'both',
  signed = ['content-type', 'x-event-id', 'x-event-type'],
}: {
  secret: string
  body: string
  id: string
  type: string
  at: number
  scheme?: 'v0' | 'v1' | 'both'
  signed?: readonly string[]
}): CoinbaseMessage {
  const headers = new Headers({ 'content-type': 'application/json', 'x-event-id': id, 'x-event-type': type })
  const time = Math.floor(at / 1000)
  const mac = (text: string) => createHmac('sha256', secret).update(text, 'utf8').digest('hex')
  const names = signed.join(' ')
  const values = signed.map((name) => headers.get(name) ?? '').join('.')
  const parts = [
    `t=${time}`,
    ...(scheme === 'v1' ? [] : [`v0=${mac(`${time}.${body}`)}`]),
    ...(scheme === 'v0' ? [] : [`h=${names}`, `v1=${mac(`${time}.${names}.${values}.${body}`)}`]),
  ]
  headers.set('x-hook0-signature', parts.join(','))
  return { headers, body }
}
