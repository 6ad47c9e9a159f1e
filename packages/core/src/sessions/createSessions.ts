import type { AccountReaderParameters } from '../account/createLiveReader.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { createLazyReader } from '../store/createLazyReader.ts'
import type { SessionsFeature, SessionsState } from './SessionsFeature.ts'

const initial: SessionsState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  tokens: {},
}

/** Dependencies of the permissions' engine, which also uses the wallet. */
export type SessionsParameters = AccountReaderParameters<SessionsState> & { connection: ConnectionFeature }

/** Creates the permissions of the current account. The engine loads on first use. */
export function createSessions(
  parameters: Omit<SessionsParameters, 'store' | 'initial'>,
): SessionsFeature & { destroy: () => void } {
  const { use, later, ...resource } = createLazyReader({
    context: parameters.context,
    initial,
    chunk: () => import('./createSessionsReader.ts'),
    make: (chunk, store) => chunk.createSessionsReader({ ...parameters, store, initial }),
  })
  return {
    ...resource,
    refresh: () => use((reader) => reader.refresh()),
    ...later('grant', 'revoke'),
  }
}
