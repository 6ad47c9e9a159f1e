import { css } from '../../styles/css.ts'

/** Styles of the views of names. */
export const namesCss = css(`
.names-field{display:flex;flex-direction:column;gap:8u}
.names-zone{flex:none;max-width:60%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:16u;color:var(--t2)}
.names-state{display:flex;align-items:flex-start;gap:6u;min-height:20u;padding:0 4u;font-size:14u;line-height:1.45;color:var(--t2)}
.names-state>span{min-width:0;overflow-wrap:anywhere}
.names-state .icon{width:16u;height:16u;margin-top:2u;stroke-width:2.4}
.names-state[data-tone]{font-weight:500}
.names-state[data-tone=gain]{color:var(--gain-text)}
.names-state[data-tone=loss]{color:var(--loss-text)}
.names-title{padding:0 4u 8u;font-size:14u;font-weight:500;color:var(--t2)}
.names-others .row{min-height:52u;padding-inline-start:16u}
.names-others .row-title{-webkit-line-clamp:4;overflow-wrap:anywhere}
.names-others .row-end .icon{width:18u;height:18u}
.names-line{display:flex;align-items:center;gap:12u;min-height:64u;padding-block:10u;padding-inline:12u 8u;border-radius:16r;background:var(--s1)}
.names-avatar{flex:none;width:40u;height:40u;border-radius:50%;object-fit:cover}
.names-name{align-self:flex-start;font-size:16u;font-weight:600;line-height:1.3;overflow-wrap:anywhere}
.names-portrait{width:88u;height:88u;margin-bottom:18u;border-radius:50%;object-fit:cover}
.names-big{display:block;font-size:26u;letter-spacing:-.022em}
.names-big[data-length=long]{font-size:20u}
`)
