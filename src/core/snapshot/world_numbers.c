/* world_numbers.c: what a world keeps from step to step besides its arrays, member by member.
 *
 * What is not named here is not state: it is made anew by the next step, or is of the machine
 * (threads, the profile, the last error). tests/core/snapshot_spec.lua has the list of those. */
#include "data/world.h"
#include "snapshot/world_image.h"

#define W(member) CN_COLUMN(cn_World, member)
#define END                                                                                        \
    { NULL, 0, 0, 0 }

static const cn_Column settings[] = {W(def.gravity_x),
                                     W(def.gravity_y),
                                     W(def.substeps),
                                     W(def.threads),
                                     W(def.sleep),
                                     W(def.continuous),
                                     W(def.max_dt),
                                     W(def.max_speed),
                                     W(def.slop),
                                     W(def.hit_speed),
                                     W(def.restitution_speed),
                                     W(def.push_speed),
                                     W(def.push_share),
                                     W(def.contact_hertz),
                                     W(def.contact_damping),
                                     W(def.friction_mix),
                                     W(def.restitution_mix),
                                     W(def.has_bounds),
                                     W(def.bounds),
                                     W(def.outside),
                                     W(def.max_contacts),
                                     W(collides),
                                     W(has_wind),
                                     W(wind.x),
                                     W(wind.y),
                                     W(wind.drag),
                                     W(wind.lift),
                                     W(wind.mask),
                                     END};

static const cn_Column clock[] = {W(public_events.stamp),
                                  W(time),
                                  W(steps),
                                  W(paused),
                                  W(out_of_memory),
                                  W(massless_news),
                                  W(warned),
                                  W(scratch.dt),
                                  W(sensor_shapes),
                                  CN_COLUMN_GONE(4),
                                  W(special_surfaces),
                                  W(bullets),
                                  W(kinematics),
                                  CN_COLUMN_GONE(4),
                                  W(crowded_mover),
                                  W(color_count),
                                  W(island_count),
                                  END};

static const cn_Column flags[] = {W(all_moved),
                                  W(all_settled),
                                  W(apart_stale),
                                  W(pairs_barred),
                                  W(joint_graph_stale),
                                  W(joint_awake_stale),
                                  W(fresh_velocities),
                                  W(joint_places_stale),
                                  W(joint_tuning_stale),
                                  W(joint_keeps_stale),
                                  END};

#define O(member) CN_COLUMN(cn_World, scratch.order.member)

static const cn_Column order[] = {O(bins),
                                  O(bin_bodies),
                                  O(homes_cut),
                                  O(homes_changes),
                                  O(joints_home),
                                  O(domains_used),
                                  O(domain_cut),
                                  O(cut_solid),
                                  O(cut_changes),
                                  O(more_uncolored),
                                  O(has_colors),
                                  O(joint_stage.change_count),
                                  END};

void cn_world_numbers(cn_World *w, cn_Image *im) {
    cn_image_struct(im, w, settings);
    cn_image_struct(im, w, clock);
    cn_image_struct(im, w, flags);
    cn_image_struct(im, w, order);
}
