import { type CallPort, serveCalls } from './callPort.ts'
import { solveChallenge } from './solveChallenge.ts'

serveCalls({ port: globalThis as unknown as CallPort, calls: { solve: solveChallenge } })
