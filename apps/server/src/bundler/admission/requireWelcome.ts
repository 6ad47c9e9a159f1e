import { delegatedCode, smartAccountContracts, type UserOperation } from '@latchkey/smart-account'
import type { UnmeasuredOperation } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import { takesOnCode } from '../operation/takesOnCode.ts'

const { factory: ourFactory, implementation } = smartAccountContracts

/** Whether the operator pays for an operation. */
function isSponsored({ config }: Pick<ChainScope, 'config'>, { paymaster }: Pick<UserOperation, 'paymaster'>): boolean {
  const ours = config.sponsorship?.paymaster
  return ours !== undefined && paymaster !== undefined && isSame(paymaster, ours)
}

/**
 * Lets in accounts of ours, and what the operator pays for; others only where the configuration says so.
 *
 * @param live operations of the same account that wait: one of them may make it
 * @throws OperationRefusal
 */
export async function requireWelcome(
  scope: Pick<ChainScope, 'config' | 'node' | 'number'>,
  operation: UserOperation | UnmeasuredOperation,
  live: readonly { operation: UserOperation }[] = [],
): Promise<void> {
  if (takesOnCode(operation)) {
    // Whatever else is open: a signature that hands an account over to unknown code is nothing that this server passes on.
    requireOurCode(scope, operation)
    return
  }
  if (scope.config.acceptForeign || isSponsored(scope, operation)) return
  if (operation.factory !== undefined) {
    if (isSame(operation.factory, ourFactory)) return
  } else if (live.some(({ operation: { factory } }) => factory !== undefined && isSame(factory, ourFactory))) return
  else if (isOurCode(await scope.node.code(operation.sender))) return
  throw new OperationRefusal(
    'rejectedByAccount',
    'This server sends the operations of its own smart accounts, and those that it pays for',
  )
}

function requireOurCode(
  { number }: Pick<ChainScope, 'number'>,
  { eip7702Auth }: UserOperation | UnmeasuredOperation,
): void {
  if (!eip7702Auth) return
  if (!isSame(eip7702Auth.address, implementation)) {
    throw new OperationRefusal(
      'rejectedByAccount',
      'The eip7702Auth names another code than that of Latchkey’s smart account',
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

/** An account of the factory (ERC-1167), or an ordinary one that runs the same code (EIP-7702). */
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
