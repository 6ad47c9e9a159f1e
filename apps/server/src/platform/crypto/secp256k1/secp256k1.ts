import { createJavascriptSecp256k1 } from './createJavascriptSecp256k1.ts'
import { createNativeSecp256k1 } from './createNativeSecp256k1.ts'
import type { Secp256k1Curve } from './Secp256k1Curve.ts'

/** The curve as this process computes it, chosen once: libsecp256k1, or JavaScript where that is not there. It keeps nothing. */
export const secp256k1: Secp256k1Curve = createNativeSecp256k1() ?? createJavascriptSecp256k1()
