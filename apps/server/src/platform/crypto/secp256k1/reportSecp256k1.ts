import { Gauge } from 'prom-client'
import type { Context } from '../../context.ts'
import { secp256k1 } from './secp256k1.ts'

/** Reports in the log and in a metric which adapter of the curve this process uses. */
export function reportSecp256k1({ context: { log, metrics } }: { context: Pick<Context, 'log' | 'metrics'> }): void {
  const isNative = secp256k1.name === 'native'
  new Gauge({
    name: 'latchkey_secp256k1_native',
    help: '1 where libsecp256k1 checks and makes signatures, 0 where JavaScript does, which takes 20 times as long',
    registers: [metrics],
  }).set(isNative ? 1 : 0)
  if (isNative) log.debug('Signatures are computed by libsecp256k1')
  else log.info('Signatures are computed in JavaScript, because libsecp256k1 has no binary for this platform')
}
