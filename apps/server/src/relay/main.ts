import { runProcess } from '../platform/runProcess.ts'
import { startRelay } from './startRelay.ts'

await runProcess({ start: startRelay, describe: ({ url, metricsUrl }) => ({ url, metricsUrl }) })
