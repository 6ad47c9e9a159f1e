import type { PreferredAccountType } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useCapabilities } from '../../hooks/useCapabilities.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useSmartAccount } from '../../hooks/useSmartAccount.ts'
import { Button } from '../../ui/Button.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List } from '../../ui/List.tsx'
import { Note } from '../../ui/Note.tsx'
import { Row } from '../../ui/Row.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import { SmartNetworks } from './SmartNetworks.tsx'

/** The two accounts of the embedded wallet on the active network: which one is active, and the purpose of the smart account. */
export function SmartAccountSettings() {
  const { latchkey, t } = useModalScope()
  const { modal, config } = latchkey
  const { account } = useAccount()
  const { isAvailable } = useSmartAccount()
  if (account === undefined) return null
  const isEmbedded = account.connector.type === 'embedded'
  return (
    <div className="view">
      {isEmbedded ? (
        isAvailable ? (
          <Choices />
        ) : (
          <SmartNetworks />
        )
      ) : (
        <Hero
          icon="wallet"
          title={t('smart.foreign.title', { wallet: account.connector.name })}
          text={t('smart.foreign.text', { app: config.metadata.name })}
        />
      )}
      {isEmbedded && (
        <List>
          <Row
            id="sessions"
            picture={
              <span className="picture tile" data-shape="square">
                <Icon name="clock" />
              </span>
            }
            title={t('title.SmartSessionList')}
            subtitle={t('smart.sessionsText')}
            end={<Icon name="right" />}
            onClick={() => modal.push('SmartSessionList')}
          />
        </List>
      )}
    </div>
  )
}

function Choices() {
  const { latchkey, t } = useModalScope()
  const { active } = useNetwork()
  const { isInUse, smartAddress, ownerAddress, isDeployed, setPreferredAccountType } = useSmartAccount()
  const { capabilities } = useCapabilities()
  const [asking, setAsking] = useState<PreferredAccountType>()
  const [isBusy, setBusy] = useState(false)
  const view = useRef<HTMLDivElement>(null)
  const network = active?.name ?? ''
  const inUse: PreferredAccountType = isInUse ? 'smartAccount' : 'eoa'
  const others = asking === inUse ? undefined : asking

  /** Shows or hides the confirmation, and moves the focus with it. */
  function ask(type: PreferredAccountType | undefined): void {
    flushSync(() => setAsking(type))
    const target = type ? '.smart-confirm .btn' : `[data-key=${others ?? inUse}]`
    view.current?.querySelector<HTMLElement>(target)?.focus()
  }

  async function choose(type: PreferredAccountType): Promise<void> {
    setBusy(true)
    try {
      await setPreferredAccountType({ type })
      ask(undefined)
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setBusy(false)
    }
  }

  const choiceOf = (type: PreferredAccountType, address: string | undefined, note: string) =>
    address !== undefined && (
      <AccountChoice
        type={type}
        address={address}
        note={note}
        isInUse={inUse === type}
        onChoose={() => ask(inUse === type ? undefined : type)}
      />
    )
  return (
    <div ref={view} className="smart">
      <p className="lead">{t('smart.lead')}</p>
      <ul className="smart-choices" aria-label={t('smart.choose', { network })}>
        {choiceOf(
          'smartAccount',
          smartAddress,
          isDeployed === false ? t('smart.undeployed') : t('smart.deployed', { network }),
        )}
        {choiceOf('eoa', ownerAddress, t('smart.owner'))}
      </ul>
      {others && (
        <div className="smart-confirm">
          <p className="session-what">{t(`smart.switch.${others}`, { network })}</p>
          <p className="session-how">{t('smart.switch.text')}</p>
          <div className="pair">
            <Button kind="secondary" disabled={isBusy} onClick={() => ask(undefined)}>
              {t('smart.switch.keep')}
            </Button>
            <Button busy={isBusy} onClick={() => void choose(others)}>
              {t('smart.switch.confirm')}
            </Button>
          </div>
        </div>
      )}
      {capabilities && (
        <Details>
          <Detail name={t('smart.cost')}>
            {capabilities.isSponsored
              ? t('smart.cost.paid', { app: latchkey.config.metadata.name })
              : t('smart.cost.shown')}
          </Detail>
        </Details>
      )}
      {!isInUse && capabilities && capabilities.atomic !== 'unsupported' && <Note>{t('smart.upgrade')}</Note>}
    </div>
  )
}
