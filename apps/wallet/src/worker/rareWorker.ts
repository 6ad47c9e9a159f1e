import { type CallPort, serveCalls } from './callPort.ts'
import { createRareCalls } from './createRareCalls.ts'

serveCalls({ port: globalThis as unknown as CallPort, calls: createRareCalls() })
