import { render } from 'preact'
import { ApproveCard } from '../src/cards/ApproveCard.tsx'
import { CallsCard } from '../src/cards/CallsCard.tsx'
import type { Asker, CardActions } from '../src/cards/Card.ts'
import { ChannelCard } from '../src/cards/ChannelCard.tsx'
import { NumberCard } from '../src/cards/NumberCard.tsx'
import { ProviderCard } from '../src/cards/ProviderCard.tsx'
import { RefusedCard } from '../src/cards/RefusedCard.tsx'
import { SecurityCard } from '../src/cards/SecurityCard.tsx'
import { SignInText } from '../src/cards/SignInText.tsx'
import { SocialStepUpCard } from '../src/cards/SocialStepUpCard.tsx'
import { UnlockCard } from '../src/cards/UnlockCard.tsx'
import { WorkCard } from '../src/cards/WorkCard.tsx'
import type { FrameTheme } from '../src/frame/Frame.ts'
import { FrameScreen } from '../src/frame/FrameScreen.tsx'
import type { MessageTable } from '../src/messages/createTranslate.ts'
import { requestEn } from '../src/messages/requestEn.ts'
import { socialEn } from '../src/messages/socialEn.ts'
import { createStore } from '../src/state/Store.ts'
import { frameCss } from '../src/ui/sheets.css.ts'
import type { CardScene } from './cardScenes.ts'
import { asker } from './fixtures.ts'

export type RenderCardSceneParameters = {
  scene: CardScene
  root: HTMLElement
  theme?: FrameTheme
  language?: string
  messages: MessageTable
  actions?: Partial<CardActions>
  onHeight?: (height: number) => void
}

/** Actions that do nothing. */
const idle: CardActions = {
  submitCode: () => {},
  resendCode: () => {},
  cancel: () => {},
  recoverWithPasskey: () => {},
  unlock: () => {},
  protectWithPasskey: () => {},
  skipProtection: () => {},
  goOn: () => {},
  readAgain: () => {},
  confirmWithPasskey: () => {},
  confirmWithProvider: () => {},
  openWindow: () => {},
  approve: () => {},
  reject: () => {},
}

/** Renders a card as the frame does. @returns a function that removes it */
export function renderCardScene({
  scene,
  root,
  theme = { mode: 'dark', accent: null },
  language = 'en',
  messages,
  actions = {},
  onHeight = () => {},
}: RenderCardSceneParameters): () => void {
  const sheet = document.createElement('style')
  // No transitions: screenshots and tests must not catch a color in between.
  sheet.textContent = `${frameCss}*,*::before,*::after{transition:none!important}`
  document.head.append(sheet)
  const loaded = { language, messages }
  const frame = {
    card: createStore<CardScene['card'] | null>(scene.card),
    asker: createStore<Asker | null>(scene.asker ?? asker),
    theme: createStore(theme),
    language: createStore(language),
    actions: { ...idle, ...actions },
    resize: onHeight,
    touch: () => {},
    stop: () => {},
  }
  const loadMessages = async () => loaded
  const later = () => ({
    cards: {
      ApproveCard,
      CallsCard,
      ChannelCard,
      NumberCard,
      ProviderCard,
      RefusedCard,
      SecurityCard,
      SignInText,
      SocialStepUpCard,
      WorkCard,
      UnlockCard,
    },
    english: { ...requestEn, ...socialEn },
  })
  render(<FrameScreen frame={frame} english={messages} loadMessages={loadMessages} later={later} />, root)
  return () => {
    render(null, root)
    sheet.remove()
  }
}
