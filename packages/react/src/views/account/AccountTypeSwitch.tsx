import type { ConnectedAccount } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'

/** What {@link AccountTypeSwitch} takes. */
export type AccountTypeSwitchProps = { account: ConnectedAccount }

const types = ['smartAccount', 'eoa'] as const

/** Chooses between the smart account and the plain one; nothing where the wallet has only one of them. */
export function AccountTypeSwitch({ account }: AccountTypeSwitchProps) {
  const { latchkey, t } = useModalScope()
  const { setPreferredAccountType } = useAccount()
  const [isBusy, setBusy] = useState(false)
  if (!types.every((type) => account.allAccounts.some((known) => known.type === type))) return null

  async function choose(type: (typeof types)[number]): Promise<void> {
    if (isBusy || type === account.type) return
    setBusy(true)
    try {
      await setPreferredAccountType({ type })
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setBusy(false)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend that nobody needs to see
    <div className="tabs types" role="group" aria-label={t('accountType.label')} aria-busy={isBusy || undefined}>
      {types.map((type) => (
        <button
          key={type}
          type="button"
          className="tab"
          aria-pressed={account.type === type}
          onClick={() => void choose(type)}
        >
          {t(`accountType.${type}`)}
        </button>
      ))}
    </div>
  )
}
