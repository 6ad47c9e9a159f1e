import { createChangingCalls } from './createChangingCalls.ts'
import { createExportCalls } from './createExportCalls.ts'
import { createHandoverCalls } from './createHandoverCalls.ts'
import { createOpeningCalls } from './createOpeningCalls.ts'
import { createSigningCalls } from './createSigningCalls.ts'
import { createKeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'

/** Makes everything that the key worker does, around one key ring. */
export function createKeyWorkerCalls(): KeyWorkerCalls {
  const ring = createKeyRing()
  return {
    ...createOpeningCalls({ ring }),
    ...createChangingCalls({ ring }),
    ...createSigningCalls({ ring }),
    ...createExportCalls({ ring }),
    ...createHandoverCalls({ ring }),
  }
}
