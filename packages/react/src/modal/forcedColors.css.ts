import { css } from '../styles/css.ts'

/**
 * High contrast (`forced-colors`): the system removes shadows and backgrounds, so lines and the system's colors replace them.
 * Must be the last sheet, so that it wins. A QR code keeps its colors, because cameras cannot read an inverted one.
 */
export const forcedColorsCss = css(`
@media(forced-colors:active){
.card,.field,.toast,.tabs,.note{border:1px solid CanvasText}
.card :is(.btn,.row,.action,.icon-button){border:1px solid ButtonBorder}
.card .btn[data-kind=primary]{border-width:2px}
.btn:disabled,.row:disabled{border-color:GrayText;color:GrayText}
.tab[aria-selected=true],[aria-pressed=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}
.foot{background:Canvas}
.qr{forced-color-adjust:none}
.skeleton{border:1px solid GrayText}
}
`)
