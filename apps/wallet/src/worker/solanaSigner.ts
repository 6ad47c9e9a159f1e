import { createSolanaSigner } from '../solana/createSolanaSigner.ts'
import { type CallPort, serveCalls } from './callPort.ts'

serveCalls({ port: globalThis as unknown as CallPort, calls: createSolanaSigner() })
