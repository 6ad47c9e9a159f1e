import { walletRpcPaths } from '@latchkey/protocol'
import { createGateway, type Gateway } from '../gateway/createGateway.ts'
import { createOperations, type OperationHistory, type OperationPorts } from '../operations/createOperations.ts'
import type { Operations } from '../operations/Operations.ts'
import { createPermissions } from '../permissions/createPermissions.ts'
import type { PermissionRequests } from '../permissions/PermissionRequests.ts'
import { type ApprovalPorts, type Approvals, createApprovals } from '../rpc/createApprovals.ts'
import { type CallRequests, createCallRequests } from '../rpc/createCallRequests.ts'
import { createFamilyApprovals, type FamilyApprovals } from '../rpc/createFamilyApprovals.ts'
import { createLoginSignIns, type LoginSignIns } from '../signIn/createLoginSignIns.ts'
import type { DrawnCode } from '../ui/drawCode.ts'
import { callPort } from '../worker/callPort.ts'
import { createFamilyReaders, type FamilyReaderAssets } from './createFamilyReaders.ts'
import { once } from './createServices.ts'
import type { FrameEnvironment } from './FrameEnvironment.ts'

/** Approvals and other questions to the visitor for a site's requests. */
export type WalletRequests = {
  approvals: Approvals
  operations: Operations & OperationHistory
  calls: CallRequests
  permissions: PermissionRequests
  /** Approvals of Solana and Bitcoin requests. */
  familyApprovals: FamilyApprovals
  /** Sign-ins that are signed as part of a login. */
  loginSignIns: LoginSignIns
  /** Draws a text as a QR code. */
  drawCode: (text: string) => Promise<DrawnCode>
  /** Sends requests about the visitor's accounts to the server (`/v1/wallet`). */
  server: Gateway
  /** Sends requests to its bundler. */
  bundler: Gateway
}

/** Ports of {@link createRequests}. */
export type RequestPorts = ApprovalPorts &
  Omit<OperationPorts, 'server'> & {
    fetch: typeof fetch
    /** Starts a reader worker. */
    startReader: FrameEnvironment['loadReader']
  }

/**
 * Creates {@link WalletRequests}; in the page's second script.
 *
 * @param ports.familyReaders the readers of the families other than EVM
 * @param ports.codeDrawer the worker that draws codes
 */
export function createRequests(
  ports: RequestPorts & { familyReaders: FamilyReaderAssets; codeDrawer: FamilyReaderAssets['solana'] },
): WalletRequests {
  const approvals = createApprovals(ports)
  const server = createGateway({ ...ports, path: walletRpcPaths.walletOrigin })
  const operations = createOperations({ ...ports, server })
  const shared = { ...ports, reviews: approvals, operations }
  const drawer = once(async () => {
    const port = await ports.startReader(ports.codeDrawer)
    return callPort<{ draw: WalletRequests['drawCode'] }>({ port, names: ['draw'] }).calls
  })
  return {
    approvals,
    operations,
    calls: createCallRequests(shared),
    permissions: createPermissions(shared),
    familyApprovals: createFamilyApprovals({
      ...shared,
      loadFamilyReader: createFamilyReaders({ assets: ports.familyReaders, loadReader: ports.startReader }),
    }),
    loginSignIns: createLoginSignIns(ports),
    drawCode: async (text) => (await drawer()).draw(text),
    server,
    bundler: createGateway({ ...ports, path: '/v1/bundler' }),
  }
}
