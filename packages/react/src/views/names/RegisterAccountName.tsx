import { useRemembered } from '../../context/useRemembered.ts'
import { useEmailLogin } from '../../hooks/useEmailLogin.ts'
import { ProtectFirst } from '../../ui/ProtectFirst.tsx'
import { NameForm } from './NameForm.tsx'
import { NameGate } from './NameGate.tsx'

/** Form for a name. The wallet must be recoverable first, because others will send money to the name. */
export function RegisterAccountName() {
  const { isProtected } = useEmailLogin().state
  const [isAnswered, setAnswered] = useRemembered('RegisterAccountName.answered', false)
  return (
    <NameGate>
      {({ account, zone }) =>
        isProtected !== true && !isAnswered ? (
          <ProtectFirst onAnswered={() => setAnswered(true)} />
        ) : (
          <NameForm key={account.address} address={account.address} zone={zone} />
        )
      }
    </NameGate>
  )
}
