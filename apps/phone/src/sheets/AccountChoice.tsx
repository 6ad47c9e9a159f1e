import { useState } from 'react'
import { AccountMark } from '../ui/AccountMark.tsx'
import { Group } from '../ui/Group.tsx'
import { Row } from '../ui/Row.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import { usePhone, useWalletState } from '../wallet/PhoneContext.ts'

/** Number of accounts to show at once. A press shows the others. */
const few = 3

/** Chooses the account for a new connection. */
export function AccountChoice() {
  const { wallet } = usePhone()
  const { accounts: all, account } = useWalletState()
  // The other families have the same accounts.
  const accounts = all.filter(({ family }) => family === 'eip155')
  const [isOpen, setIsOpen] = useState(accounts.length <= few)
  const shown = isOpen ? accounts : accounts.filter(({ index }) => index === account)
  return (
    <Group title="Account">
      {shown.map(({ index, name, address }) => (
        <Row
          key={address}
          lead={<AccountMark address={address} size={36} />}
          title={name}
          subtitle={shortAddress(address)}
          icon="chevronDown"
          {...(isOpen ? { chosen: index === account } : {})}
          onPress={() => {
            if (isOpen) void wallet.setAccount(index)
            setIsOpen(!isOpen || accounts.length <= few)
          }}
        />
      ))}
    </Group>
  )
}
