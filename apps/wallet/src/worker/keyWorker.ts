import { type CallPort, serveCalls } from './callPort.ts'
import { createKeyWorkerCalls } from './createKeyWorkerCalls.ts'

serveCalls({ port: globalThis as unknown as CallPort, calls: createKeyWorkerCalls() })
