import { delegatedCode, smartAccountContracts, type UserOperation } from '@latchkey/smart-account'
import type { UnmeasuredOperation } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import { takesOnCode } from '../operation/takesOnCode.ts'

const { factory: ourFactory, implementation, sessions } = smartAccountContracts

type Scope = Pick<ChainScope, 'config' | 'node' | 'number'>

/**
 * Accepts accounts that run our code, with our validation or our permission module. They must pay themselves or use the
 * operator's paymaster. Other accounts need the configuration's consent: foreign code could pass the simulation, and then
 * waste the executor's gas on the chain.
 *
 * @param live waiting operations of the same account, one of which may deploy it
 * @throws OperationRefusal
 */
export async function requireWelcome(
  scope: Scope,
  operation: UserOperation | UnmeasuredOperation,
  live: readonly { operation: UserOperation }[] = [],
): Promise<void> {
  // Always checked: this server never forwards a signature that delegates an account to unknown code.
  if (takesOnCode(operation)) requireOurCode(scope, operation)
  if (scope.config.acceptForeign) return
  requireOurJudges(scope, operation)
  if (makesOurs(operation)) return
  if (operation.factory === undefined) {
    const code = await scope.node.code(operation.sender)
    if (isOurCode(code) || (code === '0x' && live.some((other) => makesOurs(other.operation)))) return
  }
  throw new OperationRefusal('rejectedByAccount', 'This server sends only operations of Latchkey’s smart accounts')
}

/** Returns whether an operation's account still runs accepted code. An undeployed account has none. */
export async function isStillWelcome({ config, node }: Scope, operation: UserOperation): Promise<boolean> {
  if (config.acceptForeign || makesOurs(operation)) return true
  const code = await node.code(operation.sender)
  return code === '0x' || isOurCode(code)
}

/** The validator and the paymaster run before the EntryPoint is paid, so both must be ours. */
function requireOurJudges({ config }: Scope, { nonce, paymaster }: UserOperation | UnmeasuredOperation): void {
  // The highest 20 bytes of the nonce are the validator module; zero means the account's owner.
  const validator = nonce >> 96n
  if (validator !== 0n && validator !== BigInt(sessions)) {
    throw new OperationRefusal(
      'rejectedByAccount',
      'This server sends only operations of an account’s owner or of a permission, not of other validators',
      { field: 'nonce' },
    )
  }
  const ours = config.sponsorship?.paymaster
  if (paymaster === undefined || (ours !== undefined && isSame(paymaster, ours))) return
  throw new OperationRefusal('rejectedByPaymaster', 'This server accepts only its own paymaster', {
    field: 'paymaster',
  })
}

/** Returns whether an operation deploys its account with our factory, or delegates it to our code (EIP-7702). */
function makesOurs(operation: UserOperation | UnmeasuredOperation): boolean {
  return takesOnCode(operation) || (operation.factory !== undefined && isSame(operation.factory, ourFactory))
}

function requireOurCode(
  { number }: Pick<ChainScope, 'number'>,
  { eip7702Auth }: UserOperation | UnmeasuredOperation,
): void {
  if (!eip7702Auth) return
  if (!isSame(eip7702Auth.address, implementation)) {
    throw new OperationRefusal(
      'rejectedByAccount',
      'The eip7702Auth does not delegate to the code of Latchkey’s smart account',
      {
        field: 'eip7702Auth',
      },
    )
  }
  if (eip7702Auth.chainId !== number) {
    throw new OperationRefusal(
      'invalidParams',
      `The eip7702Auth is for the network ${eip7702Auth.chainId}, not ${number}`,
      {
        field: 'eip7702Auth',
      },
    )
  }
}

/** Code of an account of our factory (ERC-1167), or of an EOA that delegates to the same code (EIP-7702). */
function isOurCode(code: string): boolean {
  const address = implementation.slice(2).toLowerCase()
  return (
    code.toLowerCase() === delegatedCode(implementation) ||
    code.toLowerCase() === `0x363d3d373d3d3d363d73${address}5af43d82803e903d91602b57fd5bf3`
  )
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
