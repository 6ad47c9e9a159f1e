import { createBitcoinSigner } from '../bitcoin/createBitcoinSigner.ts'
import { type CallPort, serveCalls } from './callPort.ts'

serveCalls({ port: globalThis as unknown as CallPort, calls: createBitcoinSigner() })
