import { runProcess } from './platform/runProcess.ts'
import { startServer } from './startServer.ts'

await runProcess({
  start: startServer,
  describe: ({ url, metricsUrl, walletUrl }) => ({ url, metricsUrl, walletUrl }),
})
