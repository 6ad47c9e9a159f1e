import { createHmac } from 'node:crypto'

/**
 * The header `card-signature` of a message: HMAC-SHA256 of the time, a full stop and the body.
 *
 * @param options.time Unix seconds
 * @example
 * signMessage({ key, body, time: 1_780_000_000 }) // 't=1780000000,v1=5257…'
 */
export function signMessage({ key, body, time }: { key: string; body: string; time: number }): string {
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
}
