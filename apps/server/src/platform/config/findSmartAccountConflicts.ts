import { isEvmChain } from './chainConfig.ts'
import type { ServerConfig } from './ServerConfig.ts'

/**
 * Finds smart account settings that cannot work: a network without the executor's key, a paymaster without its signing key, and duplicate
 * keys.
 */
export function findSmartAccountConflicts({
  chains,
  smartAccounts,
}: Pick<ServerConfig, 'chains' | 'smartAccounts'>): string[] {
  const served = chains.flatMap((chain, index) =>
    isEvmChain(chain) && chain.smartAccounts?.enabled ? [{ index, ...chain.smartAccounts }] : [],
  )
  const [first] = served
  const sponsored = served.filter(({ sponsorship }) => sponsorship !== undefined)
  const [paid] = sponsored
  return [
    ...(first && !smartAccounts
      ? [
          `chains[${first.index}].smartAccounts: found without smartAccounts; expected the key that submits operations and pays for their transactions. Set smartAccounts.executor.keyFile (created if it is missing), or EXECUTOR_KEY.`,
        ]
      : []),
    ...(paid && smartAccounts && !smartAccounts.paymaster
      ? [
          `chains[${paid.index}].smartAccounts.sponsorship: found without smartAccounts.paymaster; expected the key that signs sponsorships. Set smartAccounts.paymaster.keyFile (created if it is missing), or PAYMASTER_KEY.`,
        ]
      : []),
    ...(smartAccounts?.paymaster && !paid
      ? [
          'smartAccounts.paymaster: found, but no network has smartAccounts.sponsorship; expected the paymaster contract that the key signs for. Set chains[].smartAccounts.sponsorship.paymaster, or remove the key.',
        ]
      : []),
    ...(['executor', 'paymaster'] as const).flatMap((name) =>
      smartAccounts?.[name] ? findKeyConflicts(`smartAccounts.${name}`, smartAccounts[name]) : [],
    ),
    ...findSameKey(smartAccounts),
  ]
}

const places = ['keyFile', 'privateKey', 'keyVariable'] as const

function findKeyConflicts(
  setting: string,
  entry: Partial<Record<(typeof places)[number], string | undefined>>,
): string[] {
  const [given, ...more] = places.filter((name) => entry[name] !== undefined)
  if (given === undefined) {
    const variable = setting.endsWith('executor') ? 'EXECUTOR_KEY' : 'PAYMASTER_KEY'
    return [
      `${setting}.keyFile: found nothing; expected the path of the file with the key (created if it is missing). Set it, or ${variable}.`,
    ]
  }
  return more.map(
    (name) => `${setting}.${name}: found together with ${setting}.${given}; expected one of the two. Remove one.`,
  )
}

/** The executor's key must not be able to spend the paymaster's deposit. */
function findSameKey(smartAccounts: ServerConfig['smartAccounts']): string[] {
  const { executor, paymaster } = smartAccounts ?? {}
  const isSame = places.some((name) => {
    const value = executor?.[name]
    return value !== undefined && value.toLowerCase() === paymaster?.[name]?.toLowerCase()
  })
  return isSame
    ? ['smartAccounts.paymaster: found the key of smartAccounts.executor; expected a separate key. Give it a new one.']
    : []
}
