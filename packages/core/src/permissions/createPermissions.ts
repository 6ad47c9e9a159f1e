import type { AccountReaderParameters } from '../account/createLiveReader.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { createLazyReader } from '../store/createLazyReader.ts'
import type { PermissionsFeature, PermissionsState } from './PermissionsFeature.ts'

const initial: PermissionsState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  tokens: {},
}

/** Dependencies of the permissions' engine, which also uses the wallet. */
export type PermissionsParameters = AccountReaderParameters<PermissionsState> & { connection: ConnectionFeature }

/** Creates the permissions of the current account. The engine loads on first use. */
export function createPermissions(
  parameters: Omit<PermissionsParameters, 'store' | 'initial'>,
): PermissionsFeature & { destroy: () => void } {
  const { use, later, ...resource } = createLazyReader({
    context: parameters.context,
    initial,
    chunk: () => import('./createPermissionsEngine.ts'),
    make: (chunk, store) => chunk.createPermissionsEngine({ ...parameters, store, initial }),
  })
  return {
    ...resource,
    refresh: () => use((reader) => reader.refresh()),
    ...later('grant', 'revoke'),
  }
}
