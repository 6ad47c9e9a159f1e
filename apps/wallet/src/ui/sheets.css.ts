import { approvalCss } from './approval.css.ts'
import { baseCss } from './base.css.ts'
import { cardCss } from './card.css.ts'
import { css } from './css.ts'
import { piecesCss } from './pieces.css.ts'
import { tokensCss } from './tokens.css.ts'
import { windowPageCss } from './window.css.ts'

const calmCss = `
@media(prefers-reduced-motion:reduce){
.btn,.row,.icon-button,.approve::before{transition:none!important}
.title,.code[data-shake]{animation:none!important}
.skeleton::after{animation:none!important}
}
@media(forced-colors:active){.btn,.row,.note,.code-box,.input{border:1px solid CanvasText}}`

/** The style sheet of the frame; inline, allowed by its hash. */
export const frameCss = css(tokensCss + baseCss + piecesCss + approvalCss + cardCss + calmCss)

/** The style sheet of the windows. */
export const windowCss = css(tokensCss + baseCss + piecesCss + approvalCss + windowPageCss + calmCss)
