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

/** One user's relation to another. Kept when it ends, so that its version goes on when it begins again. */
export class Follow extends FollowSchema.class {
  /** @returns whether anything is different now; if so, the version is the next one */
  become(active: boolean): boolean {
    if (this.active === active) return false;
    this.active = active;
    this.version += 1;
    return true;
  }
}

FollowSchema.setClass(Follow);
