import { createJavascriptSecp256k1 } from './createJavascriptSecp256k1.ts'
import { createNativeSecp256k1 } from './createNativeSecp256k1.ts'
import type { Secp256k1Curve } from './Secp256k1Curve.ts'

/** The curve of this process, chosen once: libsecp256k1, or JavaScript if that is not available. It has no state. */
export const secp256k1: Secp256k1Curve = createNativeSecp256k1() ?? createJavascriptSecp256k1()
