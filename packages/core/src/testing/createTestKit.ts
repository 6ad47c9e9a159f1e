import { assembleLatchkey } from '../assembleLatchkey.ts'
import type { Environment } from '../environment/Environment.ts'
import type { Latchkey } from '../Latchkey.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
// Every first read asks it: no test waits for its code.
import '../networks/createServedChains.ts'
import { localOne, localTwo } from './testNetworks.ts'

/** Creates a kit in a test's environment. */
export function createTestKit({
  environment,
  config,
}: {
  environment: Environment
  config?: Partial<LatchkeyConfig>
}): Latchkey {
  return assembleLatchkey({
    environment,
    config: {
      projectId: '0'.repeat(32),
      apiUrl: 'https://api.test',
      networks: [localOne, localTwo],
      metadata: { name: 'Test', url: 'https://site.test' },
      ...config,
    },
  })
}
