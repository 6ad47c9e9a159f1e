import { type AccountId, isAccountId, parseAccountId, toAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/** The fields as CAIP-10. Missing fields stay undefined. */
type Accounts<Fields> = { [Key in keyof Fields]: undefined extends Fields[Key] ? AccountId | undefined : AccountId }

/**
 * Adds the network to every account of a request. Existing clients write one field with the network (CAIP-10) and others
 * without. A plain address is on the network of the first field that has one.
 *
 * @throws LatchkeyError `malformed_address` if no field names a network, or an address does not fit it
 * @example
 * readAccounts({ from: 'eip155:1:0xA0b8…eB48', userAddress: '0xd8dA…6045' }).userAddress // 'eip155:1:0xd8dA…6045'
 */
export function readAccounts<Fields extends Record<string, string | undefined>>(fields: Fields): Accounts<Fields> {
  const named = Object.values(fields).find(isAccountId)
  const complete = ([field, text]: [string, string | undefined]) => {
    if (text === undefined || isAccountId(text)) return [field, text]
    const account = named && toAccountId({ chainId: parseAccountId(named).chainId, address: text })
    if (isAccountId(account)) return [field, account]
    throw new ServiceError('malformed_address', {
      field,
      message: named
        ? 'The address is not one of the network that the request names'
        : 'No account of the request names its network: expected one such as eip155:1:0x…',
    })
  }
  return Object.fromEntries(Object.entries(fields).map(complete)) as Accounts<Fields>
}
