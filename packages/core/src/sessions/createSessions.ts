import type { AccountReaderParameters } from '../account/createLiveReader.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { createLazyReader } from '../store/createLazyReader.ts'
import type { SessionsFeature, SessionsState } from './SessionsFeature.ts'

/** No sessions asked for yet. */
const initial: SessionsState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  tokens: {},
}

/** What a reader of sessions is given: it asks the wallet, too. */
export type SessionsParameters = AccountReaderParameters<SessionsState> & { connection: ConnectionFeature }

/** The sessions of the account in use; what reads, grants and revokes is loaded with the first use. */
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
