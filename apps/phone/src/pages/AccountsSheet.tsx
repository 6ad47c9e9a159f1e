import { AccountMark } from '../ui/AccountMark.tsx'
import { Group } from '../ui/Group.tsx'
import { Note } from '../ui/Note.tsx'
import { Row } from '../ui/Row.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import { useToast } from '../ui/ToastContext.ts'
import { usePhone, useWalletState } from '../wallet/PhoneContext.ts'

/** Chooses the active account, and notifies connected sites. */
export function AccountsSheet({ onClose }: { onClose: () => void }) {
  const { wallet } = usePhone()
  const { show } = useToast()
  const { accounts: all, account, sessions } = useWalletState()
  // The other families have the same accounts.
  const accounts = all.filter(({ family }) => family === 'eip155')
  const choose = async (index: number, name: string) => {
    onClose()
    if (index === account) return
    try {
      await wallet.setAccount(index)
      if (sessions.length > 0) show({ tone: 'gain', text: `Connected sites now see ${name}.` })
    } catch {
      show({ tone: 'loss', text: 'A site could not be told of the other account.' })
    }
  }
  return (
    <Sheet title="Accounts" onClose={onClose}>
      <Group title="Test keys, which are public">
        {accounts.map(({ index, name, address }) => (
          <Row
            key={address}
            lead={<AccountMark address={address} />}
            title={name}
            subtitle={shortAddress(address)}
            chosen={index === account}
            onPress={() => void choose(index, name)}
          />
        ))}
      </Group>
      {sessions.length > 0 && <Note>Connected sites see the account that you choose.</Note>}
    </Sheet>
  )
}
