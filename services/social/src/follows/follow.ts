import { defineEntity, p } from '@mikro-orm/postgresql';

const FollowSchema = defineEntity({
  name: 'Follow',
  tableName: 'follows',
  properties: {
    followerId: p.uuid().primary(),
    followeeId: p.uuid().primary(),
    active: p.boolean(),
    version: p.integer(),
  },
});

/** A user's follow of another. Kept after it ends, so that its version continues when it begins again. */
export class Follow extends FollowSchema.class {
  /** @returns whether the state changed, which raises the version */
  become(active: boolean): boolean {
    if (this.active === active) return false;
    this.active = active;
    this.version += 1;
    return true;
  }
}

FollowSchema.setClass(Follow);
