/* torch_manners.h - when a guard lights its torch (server/RULES.md 1.63): on the alert, where it is
 * dark. Owns nothing: what the guard knows of the light is in its percepts. Pure. */
#ifndef DW_MIND_TORCH_MANNERS_H
#define DW_MIND_TORCH_MANNERS_H

#include "common/world/torch.h"
#include "server/mind/think.h"

/* Fills in the command; `alert`: the guard is on the alert, or after somebody. */
static inline void dw_torch_manners_step(const dw_think *think, bool alert)
{
    think->command->torch = alert && dw_kind_has_torch(think->setup->kind) &&
                            think->percepts->light < think->setup->rules->torch_below_percent;
}

#endif
