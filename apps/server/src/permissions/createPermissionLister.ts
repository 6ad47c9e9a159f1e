import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { SmartSession } from '@latchkey/protocol/api'
import { decodeContext, type Grant, hashGrant, periodOf } from '@latchkey/smart-account'
import { getAddress } from 'viem'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { type AccountKey, type PermissionRow, readPermissions, writeRevoked } from './permissionStore.ts'
import { type ChainPermission, readChainPermissions, revokedStatus } from './readChainPermissions.ts'

/** Maximum number of listed permissions, and milliseconds to wait for a chain. */
const most = 100
const patience = 4_000

/**
 * Creates the lister of an account's permissions, each with its state on the chain. If a chain does not respond, only its
 * state is missing.
 */
export function createPermissionLister({
  context: { config, database, clock, log },
  rpc,
}: {
  context: Pick<Context, 'config' | 'database' | 'clock' | 'log'>
  rpc: RpcService
}): (key: AccountKey) => Promise<SmartSession[]> {
  const projects = new Map(config.projects.map((project) => [project.id, project]))

  const ask = async (
    chainId: ChainId,
    rows: readonly { row: PermissionRow; id: number; grant: Grant }[],
    at: number,
  ) => {
    const sessions = rows.map(({ row, id, grant }) => ({ account: row.account, id, grant }))
    try {
      const signal = AbortSignal.timeout(patience)
      return await readChainPermissions({ config, rpc, chainId, sessions, at, signal })
    } catch (error) {
      log.warn({ err: error, chainId }, 'Reading permissions from the chain failed')
      return []
    }
  }

  return async (key) => {
    const rows = await readPermissions(database, { ...key, limit: most })
    const at = Math.floor(clock.now() / 1000)
    const read = rows.flatMap((row) => (row.context ? [{ row, ...decodeContext(row.context) }] : []))
    const said = new Map<string, ChainPermission>()
    for (const chainId of new Set(read.map(({ chainId }) => chainId))) {
      const own = read.filter((one) => one.chainId === chainId)
      const answers = await ask(`eip155:${chainId}`, own, at)
      for (const [index, answer] of answers.entries()) {
        const pci = own[index]?.row.pci
        if (pci !== undefined) said.set(pci, answer)
      }
    }
    for (const { row } of read) {
      if (row.revokedAt || said.get(row.pci)?.status !== revokedStatus) continue
      row.revokedAt = new Date(clock.now())
      await writeRevoked(database, { pci: row.pci, at: row.revokedAt })
    }
    return read.map(({ row, grant }) => toSession({ row, grant, said: said.get(row.pci), at }))
  }

  function toSession({
    row,
    grant,
    said,
    at,
  }: {
    row: PermissionRow
    grant: Grant
    said: ChainPermission | undefined
    at: number
  }): SmartSession {
    const project = projects.get(row.projectId)
    const { pci, chainId, account, expiry, signer, permissions } = row
    const isKnown = said?.status === hashGrant(grant) || said?.status === revokedStatus
    return {
      project: {
        id: row.projectId,
        // The project may have been removed from the configuration.
        name: project?.name ?? row.projectId,
        url: urlOf(project?.origins ?? []),
        iconUrl: null,
      },
      ...{ pci, expiry, signer, permissions },
      account: `eip155:${chainId}:${getAddress(account)}`,
      createdAt: Math.floor(row.createdAt.getTime() / 1000),
      policies: [],
      context: row.context ?? '0x',
      revokedAt: row.revokedAt ? Math.floor(row.revokedAt.getTime() / 1000) : null,
      usage:
        said && isKnown
          ? grant.allowances.map((allowance, index) => ({
              token: tokenOf(chainId, allowance.token),
              limit: allowance.limit.toString(),
              used: (said.spent[index] ?? 0n).toString(),
              periodEndsAt: periodOf({ allowance, at })?.endsAt ?? null,
            }))
          : null,
    }
  }
}

/** Returns the first origin without a wildcard. */
function urlOf(origins: readonly string[]): string | null {
  return origins.find((origin) => !origin.includes('*')) ?? null
}

/** Returns the CAIP-10 ID of a token; `native` for the network's native token. */
function tokenOf(chainId: number, token: EvmAddress | string): string {
  return /^0x0{40}$/.test(token) ? 'native' : `eip155:${chainId}:${getAddress(token)}`
}
