import { createChangingCalls } from './createChangingCalls.ts'
import { createControlCalls } from './createControlCalls.ts'
import { createDeviceTransferCalls } from './createDeviceTransferCalls.ts'
import { createExportCalls } from './createExportCalls.ts'
import { createOpeningCalls } from './createOpeningCalls.ts'
import { createPasswordCalls } from './createPasswordCalls.ts'
import { createSigningCalls } from './createSigningCalls.ts'
import { createKeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

/** Creates all calls of the key worker around one key ring. */
export function createKeyWorkerCalls({ rare }: { rare: RunRare }): KeyWorkerCalls {
  const ring = createKeyRing({ rare })
  const passwords = createPasswordCalls({ ring, rare })
  return {
    ...passwords.calls,
    ...createOpeningCalls({ ring, rare, passwords }),
    ...createChangingCalls({ ring, rare }),
    ...createControlCalls({ ring, rare }),
    ...createSigningCalls({ ring, rare }),
    ...createExportCalls({ ring, rare }),
    ...createDeviceTransferCalls({ ring, rare }),
  }
}
