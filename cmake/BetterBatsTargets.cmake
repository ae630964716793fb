# What every target of ours is built with. Nothing global: a project that adds us keeps its own flags.
option(BETTER_BATS_WARNINGS_AS_ERRORS "Warnings are errors" ${PROJECT_IS_TOP_LEVEL})

add_library(better_bats_build_options INTERFACE)
target_compile_features(better_bats_build_options INTERFACE cxx_std_20 c_std_11)
target_compile_options(
  better_bats_build_options
  INTERFACE -Wall -Wextra -Wconversion -Wshadow -fvisibility=hidden
            $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
            # The same bits from every compiler and at every level: no fused multiply-add behind our back.
            -ffp-contract=off
            $<$<BOOL:${BETTER_BATS_WARNINGS_AS_ERRORS}>:-Werror>)

# Libraries that end in the plugin are position independent.
function(better_bats_target name)
  target_link_libraries(${name} PRIVATE better_bats_build_options)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
endfunction()
