import { drawCode } from '../ui/drawCode.ts'
import { type CallPort, serveCalls } from './callPort.ts'

serveCalls({ port: globalThis as unknown as CallPort, calls: { draw: async (text: string) => drawCode(text) } })
